// What JavaScript sees. The package in ../toile wraps all of it with types; nothing else should call it.
#include <emscripten/bind.h>

#include "web/core/script_drawn.h"
#include "web/core/script_garment.h"
#include "web/core/script_gpu.h"
#include "web/core/script_scene.h"
#include "web/core/script_world.h"

using namespace emscripten;
using namespace toile::script;

EMSCRIPTEN_BINDINGS(toile) {
  class_<ScriptMesh>("Mesh")
      .smart_ptr<std::shared_ptr<ScriptMesh>>("MeshPtr")
      .class_function("fromArrays", &ScriptMesh::fromArrays)
      .class_function("grid", &ScriptMesh::grid)
      .class_function("fromFile", &ScriptMesh::fromFile)
      .function("positions", &ScriptMesh::positions)
      .function("faceVertices", &ScriptMesh::faceVertices)
      .function("faceSizes", &ScriptMesh::faceSizes)
      .function("uvs", &ScriptMesh::uvs)
      .function("warnings", &ScriptMesh::warnings);
  class_<ScriptGarment>("Garment")
      .smart_ptr<std::shared_ptr<ScriptGarment>>("GarmentPtr")
      .class_function("build", &ScriptGarment::build)
      .function("vertexCount", &ScriptGarment::vertexCount)
      .function("key", &ScriptGarment::key)
      .function("particleCount", &ScriptGarment::particleCount)
      .function("constraintCount", &ScriptGarment::constraintCount)
      .function("triangles", &ScriptGarment::triangles)
      .function("particleOfVertex", &ScriptGarment::particleOfVertex)
      .function("restPositions", &ScriptGarment::restPositions)
      .function("uvs", &ScriptGarment::uvs)
      .function("constraints", &ScriptGarment::constraints)
      .function("report", &ScriptGarment::report);
  class_<ScriptDrawnGarment>("DrawnGarment")
      .smart_ptr<std::shared_ptr<ScriptDrawnGarment>>("DrawnGarmentPtr")
      .class_function("build", &ScriptDrawnGarment::build, allow_raw_pointers())
      .function("simulated", &ScriptDrawnGarment::simulated)
      .function("vertexCount", &ScriptDrawnGarment::vertexCount)
      .function("triangles", &ScriptDrawnGarment::triangles)
      .function("restPositions", &ScriptDrawnGarment::restPositions)
      .function("drawnVertexOf", &ScriptDrawnGarment::drawnVertexOf)
      .function("simulatedVertices", &ScriptDrawnGarment::simulatedVertices)
      .function("report", &ScriptDrawnGarment::report);
  class_<ScriptCloth>("Cloth")
      .smart_ptr<std::shared_ptr<ScriptCloth>>("ClothPtr")
      .function("garment", &ScriptCloth::garment)
      .function("positions", &ScriptCloth::positions)
      .function("velocities", &ScriptCloth::velocities)
      .function("normals", &ScriptCloth::normals)
      .function("readDrawn", &ScriptCloth::readDrawn)
      .function("writePositions", &ScriptCloth::writePositions)
      .function("writeVelocities", &ScriptCloth::writeVelocities)
      .function("setAccelerations", &ScriptCloth::setAccelerations)
      .function("pin", &ScriptCloth::pin)
      .function("unpin", &ScriptCloth::unpin)
      .function("isPinned", &ScriptCloth::isPinned)
      .function("setTargets", &ScriptCloth::setTargets)
      .function("params", &ScriptCloth::params)
      .function("setParams", &ScriptCloth::setParams)
      .function("setEnabled", &ScriptCloth::setEnabled)
      .function("teleport", &ScriptCloth::teleport)
      .function("reset", &ScriptCloth::reset)
      .function("stats", &ScriptCloth::stats)
      .function("destroy", &ScriptCloth::destroy);
  class_<ScriptCollider>("Collider")
      .smart_ptr<std::shared_ptr<ScriptCollider>>("ColliderPtr")
      .function("def", &ScriptCollider::def)
      .function("setDef", &ScriptCollider::setDef)
      .function("move", &ScriptCollider::move)
      .function("teleport", &ScriptCollider::teleport)
      .function("contacts", &ScriptCollider::contacts)
      .function("destroy", &ScriptCollider::destroy)
      .function("triangles", &ScriptCollider::triangles)
      .function("vertices", &ScriptCollider::vertices);
  class_<ScriptWorld>("World")
      .smart_ptr<std::shared_ptr<ScriptWorld>>("WorldPtr")
      .class_function("create", &ScriptWorld::create)
      .function("createCloth", &ScriptWorld::createCloth)
      .function("addCollider", &ScriptWorld::addCollider)
      .function("step", &ScriptWorld::step)
      .function("setGravity", &ScriptWorld::setGravity)
      .function("wind", &ScriptWorld::wind)
      .function("setWind", &ScriptWorld::setWind)
      .function("setSubsteps", &ScriptWorld::setSubsteps)
      .function("stats", &ScriptWorld::stats)
      .function("countCrossings", &ScriptWorld::countCrossings)
      .function("status", &ScriptWorld::status)
      .function("stateHash", &ScriptWorld::stateHash)
      .function("simdName", &ScriptWorld::simdName);
  class_<ScriptScene>("Scene")
      .smart_ptr<std::shared_ptr<ScriptScene>>("ScenePtr")
      .class_function("open", &ScriptScene::open)
      .function("world", &ScriptScene::world)
      .function("clothCount", &ScriptScene::clothCount)
      .function("colliderCount", &ScriptScene::colliderCount)
      .function("cloth", &ScriptScene::cloth)
      .function("collider", &ScriptScene::collider)
      .function("clothLook", &ScriptScene::clothLook)
      .function("warnings", &ScriptScene::warnings)
      .function("advance", &ScriptScene::advance)
      .function("prepare", &ScriptScene::prepare)
      .function("step", &ScriptScene::step)
      .function("stepped", &ScriptScene::stepped)
      .function("frame", &ScriptScene::frame)
      .function("time", &ScriptScene::time)
      .function("framesPerSecond", &ScriptScene::framesPerSecond)
      .function("duration", &ScriptScene::duration);
  class_<ScriptGpuSession>("GpuSession")
      .smart_ptr<std::shared_ptr<ScriptGpuSession>>("GpuSessionPtr")
      .class_function("create", &ScriptGpuSession::create)
      .function("whyNot", &ScriptGpuSession::whyNot)
      .function("prepare", &ScriptGpuSession::prepare)
      .function("commit", &ScriptGpuSession::commit)
      .function("generation", &ScriptGpuSession::generation)
      .function("batchCount", &ScriptGpuSession::batchCount)
      .function("clothCount", &ScriptGpuSession::clothCount)
      .function("stateBytes", &ScriptGpuSession::stateBytes)
      .function("statusBytes", &ScriptGpuSession::statusBytes)
      .function("version", &ScriptGpuSession::version)
      .function("sizes", &ScriptGpuSession::sizes)
      .function("writes", &ScriptGpuSession::writes)
      .function("dispatches", &ScriptGpuSession::dispatches)
      .function("takeStatus", &ScriptGpuSession::takeStatus)
      .function("takeState", &ScriptGpuSession::takeState)
      .function("countContacts", &ScriptGpuSession::countContacts)
      .function("find", &ScriptGpuSession::find)
      .function("batchesOf", &ScriptGpuSession::batchesOf)
      .function("places", &ScriptGpuSession::places)
      .function("kernels", &ScriptGpuSession::kernels)
      .function("work", &ScriptGpuSession::work);
  function("gpuKernels", &gpuKernelList);
  function("gpuDrawKernels", &gpuDrawKernelList);
  function("gpuDrawingOf", &gpuDrawingOf);
  function("gpuDrawingOver", &gpuDrawingOver);
  function("glbOf", &glbOf);
  function("pinnedVerticesOf", &pinnedVerticesOf);
  function("fabricPresets", &fabricPresetsList);
  function("sceneList", &sceneList);
  function("namedSceneJson", &namedSceneJson);
}
